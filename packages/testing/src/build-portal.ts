import { resolve } from 'node:path'
import { startNode } from './node-program.ts'

const script = resolve(import.meta.dirname, '../../portal/build.ts')

/** Tests meet the portal as it is built of the present sources. */
export async function buildPortalIfStale(): Promise<void> {
  const { code, output, errors } = await startNode([script, '--if-stale'], { env: {} }).ended
  if (code !== 0) throw new Error(`The portal could not be built:\n${output}\n${errors}`)
}
