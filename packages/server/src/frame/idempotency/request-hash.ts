import { createHash } from 'node:crypto'

/**
 * The identity of a request: its method, its address with the query, and the value of its body.
 *
 * The value, not the bytes: a client that repeats a request after a crash creates its JSON again, perhaps in another order of
 * names and with other white space, with the same meaning.
 */
export function requestHash(method: string, address: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${address}\n${canonicalJson(body)}`)
    .digest()
}

/** A finished piece of text, among the values that are still to be written. */
class Piece {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const COMMA = new Piece(',')

/**
 * JSON with sorted names and without white space. It does not use recursion: a body may nest, in ignored fields, deeper than
 * the stack reaches.
 */
function canonicalJson(value: unknown): string {
  let text = ''
  // A stack: taken from its end.
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (next instanceof Piece) text += next.text
    else if (typeof next !== 'object' || next === null) text += JSON.stringify(next) ?? ''
    else for (const part of partsOf(next).reverse()) waiting.push(part)
  }
  return text
}

function partsOf(value: object): unknown[] {
  if (Array.isArray(value)) return [new Piece('['), ...value.flatMap((it) => [it, COMMA]), new Piece(']')]
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  const written = fields.flatMap(([name, it]) => [new Piece(`${JSON.stringify(name)}:`), it, COMMA])
  return [new Piece('{'), ...written, new Piece('}')]
}
