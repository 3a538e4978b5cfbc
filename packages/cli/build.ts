import type { Metafile } from 'esbuild'
import { buildProgram } from '../mcp/build.ts'

/**
 * Makes the package `goodword` that is published. Each command has a file of its own, so that a command loads only what it
 * needs. Resolves with the sources of each file.
 */
export function buildCommandLine(folder: string): Promise<Metafile> {
  const home = import.meta.dirname
  return buildProgram({ home, name: 'goodword', bin: 'goodword', node: '20.12' }, folder)
}
