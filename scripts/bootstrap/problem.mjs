/** Something the reader can put right: told in one line, without a stack. */
export class Problem extends Error {}
