import { resolve } from 'node:path'
import { startNode } from '@goodword/testing/node-program'

const script = resolve(import.meta.dirname, '../../../packages/portal/build.ts')

/** The browser tests meet the portal as it is built of the present sources. */
export async function buildPortalIfStale(): Promise<void> {
  const { code, output, errors } = await startNode([script, '--if-stale'], { env: {} }).ended
  if (code !== 0) throw new Error(`The portal could not be built:\n${output}\n${errors}`)
}
