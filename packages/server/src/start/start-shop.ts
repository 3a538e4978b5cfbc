import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { NamedKeys } from '../operations/tenants/create-tenant.ts'

export type Shop = { readonly url: string; readonly close: () => Promise<void> }

const PROGRAM = fileURLToPath(new URL('../../../../examples/shop/src/main.ts', import.meta.url))

/**
 * Starts the example shop as a separate process with the keys of a demo tenant. It ends with
 * this process. Null if it is not installed or cannot start, with the reason logged.
 */
export async function startShop(
  port: number,
  goodwordUrl: string,
  { alias, apiKey, signingKey }: NamedKeys,
  report: (line: string) => void,
): Promise<Shop | null> {
  if (!existsSync(PROGRAM)) return null
  const env = {
    PATH: process.env.PATH,
    PORT: `${port}`,
    GOODWORD_URL: goodwordUrl,
    GOODWORD_TENANT: alias,
    GOODWORD_API_KEY: apiKey,
    GOODWORD_SIGNING_KEY: signingKey,
  }
  // With a channel between the two, which breaks when this process ends.
  const child = fork(PROGRAM, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('stdout or stderr of the child process is missing')
  const ended = once(child, 'close')
  let errors = ''
  stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece
  })
  const opened = new Promise<string>((found) => {
    stdout.setEncoding('utf8').on('data', (piece: string) => {
      const url = /running at (\S+)/.exec(piece)?.[1]
      if (url !== undefined) found(url)
    })
  })
  const url = await Promise.race([opened, ended.then(() => null)])
  if (url === null) {
    report(`The example shop could not start (use SHOP_PORT to set another port). ${errors.trim()}`)
    return null
  }
  stderr.removeAllListeners('data').on('data', (piece: string) => report(`Example shop: ${piece.trim()}`))
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
