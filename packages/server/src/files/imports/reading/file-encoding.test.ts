import { expect, test } from 'vitest'
import { inUtf8 } from './file-encoding.ts'

const LATIN = Buffer.from([0xe4])

/** The refusal of a file that comes in two pieces. */
async function refusalOf(file: Buffer, cut: number): Promise<string> {
  async function* pieces() {
    yield file.subarray(0, cut)
    yield file.subarray(cut)
  }
  try {
    for await (const _ of inUtf8(pieces()));
    return 'none'
  } catch (error) {
    return String(error)
  }
}

test.each([
  ['LF', 'a,ü\nb\n', 3],
  ['CR LF', 'a,ü\r\nb\r\n', 3],
  ['CR alone', 'a,ü\rb\r', 3],
  ['CR alone and empty lines', 'a\r\r\rb,', 4],
  ['all of them', 'a\nb\rc\r\n\rd', 5],
])(
  'a file with %s at the ends of lines is refused with the line of the first byte of another encoding',
  async (_, text, line) => {
    const file = Buffer.concat([Buffer.from(text), LATIN, Buffer.from('x\r\ny\rz\n')])
    for (let cut = 0; cut <= file.length; cut += 1) {
      expect(await refusalOf(file, cut)).toContain(`: line ${line} has a character`)
    }
  },
)
