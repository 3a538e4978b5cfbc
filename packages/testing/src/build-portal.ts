import { resolve } from 'node:path'
import { startNode } from './node-program.ts'

/** Tests meet the portal as it is built of the present sources. */
export function buildPortalIfStale(): Promise<void> {
  return buildIfStale('portal')
}

/** Tests meet the script for pages as it is built of the present sources, before those who changed them write it. */
export function buildScriptIfStale(): Promise<void> {
  return buildIfStale('client-script')
}

async function buildIfStale(name: string): Promise<void> {
  const script = resolve(import.meta.dirname, `../../${name}/build.ts`)
  const env = { CI: process.env.CI ?? '' }
  const { code, output, errors } = await startNode([script, '--if-stale'], { env }).ended
  if (code !== 0) throw new Error(`The ${name} could not be built:\n${output}\n${errors}`)
}
