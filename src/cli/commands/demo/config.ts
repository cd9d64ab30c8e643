/**
 * The demo's configuration, written out so that a user can read and change it. `pixels` looks at
 * the frames; `guesser` is a chat system that answers by rules without seeing anything, as untidily
 * as models write.
 */
export function demoConfig({ hasEncoder }: { readonly hasEncoder: boolean }): string {
  const learned = hasEncoder ? ", learned, learned-shuffled" : "";
  return `# The configuration of the demo. Change it and run it again.
name: demo
seed: 7
output: .
tasks:
  - id: clips
    family: multiple-choice
    data: { format: jsonl, path: clips.jsonl, media: videos }
    frames: { strategy: uniform, count: 6, longestSide: 192 }
    extractors: [standard, strict]
    systems: [oracle, chance, majority, pixels, guesser]
  - id: clip-labels
    family: classification
    data: { format: jsonl, path: labels.jsonl, media: videos }
    frames: { strategy: uniform, count: 6, longestSide: 192 }
    systems: [oracle, chance, majority, colours${learned}]
  - id: hall-events
    family: event-detection
    data: { format: jsonl, path: events.jsonl, media: videos }
    options: { types: [alarm, leak, visitor] }
    systems: [oracle, noisy, chance, silent]
  - id: hall-moments
    family: retrieval
    data: { format: jsonl, path: moments.jsonl, media: videos }
    systems: [oracle, noisy, chance, silent, colours${hasEncoder ? ", learned" : ""}]
  - id: hall-dialogue
    family: dialogue
    data: { format: jsonl, path: streams.jsonl, media: videos }
    options: { window: "-2s,3s" }
    systems: [oracle, noisy, chance, silent]
${Object.entries(episodeTasks).map(episodeTask).join("")}systems:
  - { id: oracle, kind: oracle }
  - { id: chance, kind: chance }
  - { id: silent, kind: empty }
  - { id: noisy, kind: degraded, degradation: dropped, amount: 0.25 } # the truth, a quarter of it left out
  - { id: majority, kind: majority }
  - { id: copy-last, kind: baseline, name: copy-last } # the hands stay where they were
  - { id: linear, kind: heads, head: minimal } # learns from features of the earlier part of the episode
  - { id: network, kind: heads, head: neural, epochs: 30 }
  - { id: pixels, kind: pixels }
  - { id: colours, kind: pixel-encoder } # an encoder that knows colours and nothing else
${hasEncoder ? encoderLines : ""}  - id: guesser
    kind: scripted
    rules:
      - match: 'How many.*^B\\. (\\d)'
        reply: ['$1', 'Answer: $1', '**$1**', 'There are $1 of them.', 'The correct answer is $1.']
      - match: 'What colour.*^A\\. (white|yellow)'
        refuse: I would rather not say.
      - match: 'What colour.*^A\\. (\\w+)'
        reply: ['$1', '"$1"', '<think>Probably $1.</think>$1', 'Final answer: **$1**']
      - match: 'What do.*^C\\. (stand still)'
        truncate: Let me think about this step by step. The things
      - match: 'What do.*^C\\. ([a-z ]+)'
        reply: ['C', '(C)', 'C. $1', 'I cannot tell.']
      - match: 'What shape'
        reply: ['A', 'Option B', 'It could be A or B.']
`;
}

/** What can be learnt from one recording, in tasks of different kinds. */
const episodeTasks = {
  actions: ["timeline_action", "oracle, chance, majority, linear, network"],
  objects: ["object_relevance", "oracle, chance, majority, linear"],
  hands: ["hand_trajectory_forecast", "oracle, chance, copy-last, linear"],
  "motion-to-view": ["cross_modal_retrieval", "oracle, chance, linear"],
} as const;

function episodeTask([name, [task, systems]]: readonly [
  string,
  readonly [string, string],
]): string {
  return `  - id: kitchen-${name}
    family: episode
    data: { format: xperience, path: kitchen, split: test }
    options: { task: ${task}, trainFraction: 0.5, derive: { strideFrames: 10 } }
    systems: [${systems}]
`;
}

const encoderLines = `  - { id: learned, kind: encoder, manifest: model/manifest.yaml } # a small one, trained on other scenes
  - { id: learned-shuffled, kind: shuffled-frames, of: learned } # does it need motion?
`;
