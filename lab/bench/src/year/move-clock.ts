import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

export type Move = { readonly moments: number; readonly notifications: number }

type Line = {
  readonly progress?: { readonly text: string }
  readonly result?: Move
  readonly error?: { readonly message: string }
}

/** Moves the clock of a merchant; how far it is goes to standard error. */
export async function moveClock(url: string, merchantId: string, days: number): Promise<Move> {
  const response = await fetch(`${url}/sandbox/merchants/${merchantId}/clock/advance?progress`, {
    method: 'POST',
    body: JSON.stringify({ days }),
  })
  if (!response.ok || response.body === null) throw new Error(`the clock was not moved: ${response.status}`)
  for await (const text of createInterface({ input: Readable.fromWeb(response.body) })) {
    // The gateway writes one of these in each line.
    const { progress, result, error } = JSON.parse(text) as Line
    if (progress !== undefined && process.stderr.isTTY) process.stderr.write(`\r${progress.text}`)
    if (error !== undefined) throw new Error(error.message)
    if (result === undefined) continue
    if (process.stderr.isTTY) process.stderr.write('\n')
    return result
  }
  throw new Error('the gateway ended before the clock had arrived')
}
