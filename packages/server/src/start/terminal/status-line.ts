/** A line of a terminal that is replaced by the next one. */
export type StatusLine = { readonly show: (text: string) => void; readonly clear: () => void }

const CLEAR = '\r\u001b[K'

/** The output must be a terminal; a text that is longer than its line is cut. */
export function statusLine(output: Pick<NodeJS.WriteStream, 'columns' | 'write'>): StatusLine {
  return {
    show: (text) => void output.write(`${CLEAR}${text.slice(0, Math.max(0, (output.columns ?? 80) - 1))}`),
    clear: () => void output.write(CLEAR),
  }
}
