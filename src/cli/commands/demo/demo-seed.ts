/** What all of the demo is drawn from. */
export const demoSeed = 7;
