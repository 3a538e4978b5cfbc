import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ClientFiles, type ClientModel, clientModel } from './src/client-files.ts'
import { phpFiles } from './src/php.ts'
import { pythonFiles } from './src/python.ts'
import { rubyFiles } from './src/ruby.ts'

export const languages = ['python', 'php', 'ruby'] as const
export type Language = (typeof languages)[number]

const here = import.meta.dirname
const root = join(here, '../..')
const writers: Readonly<Record<Language, (model: ClientModel) => ClientFiles>> = {
  python: pythonFiles,
  php: phpFiles,
  ruby: rubyFiles,
}

/** Makes the sources of the package of a language: those of this tree, those that are generated, and the license. */
export function buildLanguage(language: Language, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(here, language), folder, { recursive: true })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [path, text] of Object.entries(writers[language](clientModel(version)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
