/** An error that the reader can fix: printed in one line, without a stack. */
export class Problem extends Error {}
