import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './steps.ts'

/** The page with the tables of guarantees. */
const PAGE = 'docs/guides/reference/reliability.md'

/** A guarantee by its number with a file whose tests prove it, as `I1 packages/…/x.db.test.ts`. */
export type Proof = string

/** The content of the page: the guarantees with the tests that prove them, and those without a test. */
export function promisesOfPage(): { readonly proofs: readonly Proof[]; readonly open: readonly string[] } {
  const rows = readFileSync(join(root, PAGE), 'utf8')
    .split('\n')
    .filter((line) => /^\| I\d/.test(line))
  const proofs: Proof[] = []
  const open: string[] = []
  for (const row of rows) {
    const [, name = ''] = /^\| (I\d+[a-z]?) \|/.exec(row) ?? []
    const links = [...row.matchAll(/\]\(([^)]+[.]test[.]ts)\)/g)].map(([, link = '']) => link)
    if (links.length === 0) open.push(name)
    proofs.push(...links.map((link) => `${name} ${join(dirname(PAGE), link)}`))
  }
  return { proofs, open }
}

const folders = ['packages', 'gateways', 'lab', 'scripts']

/** The guarantees in the names of the tests, which begin with the numbers that they prove. */
export function promisesOfTests(): readonly Proof[] {
  const files = folders.flatMap(testFilesIn)
  const proofs = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const titles = [...text.matchAll(/['"`]((?:I\d+[a-z]?(?:, )?)+): /g)].map(([, names = '']) => names)
    return titles.flatMap((names) => names.split(', ')).map((name) => `${name} ${file}`)
  })
  return [...new Set(proofs)]
}

function testFilesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && it.name.endsWith('.test.ts') && !it.parentPath.includes('node_modules'))
    .map((it) => relative(root, join(it.parentPath, it.name)))
}
