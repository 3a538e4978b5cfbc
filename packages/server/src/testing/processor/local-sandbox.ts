import { fileURLToPath } from 'node:url'
import { type NodeProgram, startNode } from '@goodword/testing/node-program'

export type LocalSandbox = {
  /** `http://127.0.0.1:{port}`, also the environment of a connection. */
  readonly url: string
  /** Calls the control API, below `/sandbox`. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** A local gateway in a process of its own, as merchants start it. */
export async function startLocalSandbox(
  name: 'braintree' | 'stripe',
  options: readonly string[] = [],
): Promise<LocalSandbox> {
  const program = fileURLToPath(new URL(`../../../../../gateways/${name}/src/main.ts`, import.meta.url))
  const running = startNode([program, '--port', '0', ...options], { env: {} })
  const [line] = await running.waitForOutput(/^.+(?=\n)/)
  const { url } = JSON.parse(line) as { readonly url: string }
  return { url, control: (...request) => callControl(url, ...request), close: () => stop(running) }
}

async function callControl(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/sandbox${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // The control API answers with objects only.
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${method} ${path} of the gateway: ${JSON.stringify(answer)}`)
  return answer
}

async function stop({ child, ended }: NodeProgram): Promise<void> {
  child.kill('SIGTERM')
  await ended
}
