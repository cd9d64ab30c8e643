/**
 * A cryptographic digest of a text as lower-case hexadecimal digits, handed in so that pure code
 * needs no platform.
 */
export type Digest = (text: string) => string;
