import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { blocksOf } from '@goodword/server/testing/guides/guide-blocks'
import type { Language } from '../../build.ts'

const guide = resolve(import.meta.dirname, '../../../../docs/guides/reference/libraries.md')
const blockNames: Readonly<Record<Language, string>> = { python: 'py', php: 'php', ruby: 'rb' }

/** The program of the guide in a language, and what it writes there. */
export function guideProgram(language: Language): { readonly program: string; readonly shown: string } {
  const blocks = blocksOf(readFileSync(guide, 'utf8'))
  const index = blocks.findIndex((block) => block.language === blockNames[language])
  const [program, shown] = blocks.slice(index, index + 2)
  if (program === undefined || shown === undefined) throw new Error(`the guide has no program in ${language}`)
  return { program: program.text, shown: shown.text }
}
