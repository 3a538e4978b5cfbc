import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../checks/steps.ts'

const PUBLIC_REGISTRY = 'registry.npmjs.org'

/**
 * The files below `folder` that contain one of `words`, packages of others left out: those are as their authors published them.
 */
export function filesWith(words: readonly string[], folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && !it.parentPath.split('/').includes('node_modules'))
    .map((it) => join(it.parentPath, it.name))
    .filter((file) => {
      const content = readFileSync(file)
      return words.some((word) => content.includes(word))
    })
    .map((file) => relative(folder, file))
    .toSorted()
}

let words: readonly string[] | null = null

/** @throws {Error} if a file tells where this checkout lies, or which registry it uses in place of the public one */
export function requireNothingOfThisMachine(folder: string): void {
  words ??= wordsOfThisMachine()
  const found = filesWith(words, folder)
  if (found.length > 0)
    throw new Error(`These files name a folder or the registry of this machine:\n${found.join('\n')}`)
}

function wordsOfThisMachine(): readonly string[] {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).trim()
  const { host } = new URL(registry)
  return host === PUBLIC_REGISTRY ? [root] : [root, host]
}
