import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './steps.ts'

/** Findings of a check in texts, kept between its runs. */
export type KeptFindings = {
  /** The finding in the text; undefined when it was not checked under the same rules. */
  readonly of: (text: string) => string | undefined
  readonly note: (text: string, finding: string) => void
  /** Keeps the findings that were read or noted in this run, and nothing older. */
  readonly save: () => void
}

const FOLDER = join(root, 'node_modules/.cache/findings')

/** `rules` has everything beside the text that a finding depends on: with other rules, all texts are looked at again. */
export function keptFindings(name: string, rules: string, folder = FOLDER): KeptFindings {
  const file = join(folder, `${name}.json`)
  const rulesHash = hashOf(rules)
  const earlier = read(file, rulesHash)
  const current = new Map<string, string>()
  return {
    of(text) {
      const finding = earlier.get(hashOf(text))
      if (finding !== undefined) current.set(hashOf(text), finding)
      return finding
    },
    note: (text, finding) => void current.set(hashOf(text), finding),
    save() {
      mkdirSync(dirname(file), { recursive: true })
      // Another run may read or write it at the same time.
      const written = `${file}.${process.pid}`
      writeFileSync(written, JSON.stringify({ rules: rulesHash, findings: [...current] }))
      renameSync(written, file)
    },
  }
}

function read(file: string, rulesHash: string): ReadonlyMap<string, string> {
  try {
    const { rules, findings } = JSON.parse(readFileSync(file, 'utf8'))
    return new Map(rules === rulesHash ? findings : [])
  } catch {
    // The file is missing or was cut off.
    return new Map()
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
