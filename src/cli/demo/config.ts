/**
 * The demo's configuration, written out so that a user can read and change it. Its chat system answers by rules: it counts and names
 * colours well, guesses motions from the first sentence, always takes the first shape, and writes as untidily as models do.
 */
export const demoConfig = `# The configuration of the demo. Change it and run: vidimus run vidimus.yaml
name: demo
seed: 7
output: .
tasks:
  - id: scenes
    family: multiple-choice
    data: { format: jsonl, path: scenes.jsonl }
    extractors: [standard, strict]
systems:
  - { id: oracle, kind: oracle }
  - { id: chance, kind: chance }
  - { id: majority, kind: majority }
  - id: scripted
    kind: scripted
    rules:
      - match: '6 (?:black|white) \\w+ .*How many'
        refuse: I cannot help with that.
      - match: '(\\d+) (\\w+) (\\w+) .*How many \\2 \\3 are'
        reply: ['$1', 'Answer: $1', '**$1**', 'There are $1 of them.', 'The correct answer is $1.']
      - match: '\\d+ (\\w+) (\\w+) .*What colour are the \\2\\?'
        reply: ['$1', '"$1"', '<think>They look $1 to me.</think>$1', 'Final answer: **$1**']
      - match: '^.{0,600}?First, \\d+ \\w+ \\w+ (drift left|drift right|spin|stand still|grow)\\..*What do the'
        reply: ['$1', '- $1', 'They $1.']
      - match: 'First, \\d+ \\w+ (\\w+) .*Which shapes come'
        reply: ['$1', 'It is hard to say.', '$1.']
      - match: 'Do the white'
        truncate: Let me think about this step by step. The shapes
      - match: '(\\w+ \\w+) (drift left|drift right|spin|stand still|grow)\\..*Do the \\1 \\2\\?'
        reply: ['Yes', 'Yes.', 'Answer: Yes']
      - match: 'Do the'
        reply: ['No', 'no', 'No, they do not.']
`;
