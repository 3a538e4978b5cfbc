import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The README's code blocks of a language, for a sandbox at another port than the usual one. */
export function readmeBlocks(language: string, port: number): readonly string[] {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  return Array.from(
    readme.replaceAll('3001', `${port}`).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')),
    ([, block = '']) => block,
  )
}
