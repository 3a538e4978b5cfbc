import { access, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { answerDifferences } from './answer-differences.ts'
import { type Block, blocksOf } from './guide-blocks.ts'
import { openShell } from './guide-shell.ts'
import { MadeValues } from './made-values.ts'

/** The service's address in the guides. */
const SHOWN_ADDRESS = 'http://127.0.0.1:4000'
const SHOWN_GATEWAY = 'http://127.0.0.1:3001'
const SHOWN_STRIPE = 'http://127.0.0.1:3002'
/** Where receivers of events listen. */
const SHOWN_RECEIVER = 'http://127.0.0.1:4300'

/** Nothing answers these. */
const notCompared: ReadonlySet<string> = new Set(['text', 'html', 'py', 'php', 'rb'])

export const root = resolve(import.meta.dirname, '../../../../..')

export type GuideRun = {
  /** An empty folder to work in; it is the caller's to take away. */
  readonly folder: string
  /** Where the service is. */
  readonly address: string
  /** Where the local payment gateway is. */
  readonly gateway: string
  /** Where the local Stripe is. */
  readonly stripe: string
  /** Where receivers of events can listen: nothing does yet. */
  readonly receiver: string
  /** What the operator's commands need to find the service's database. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * Does what a reader of the guide does: saves each `ts` block as the file that its first line names, runs each `sh`
 * block in the folder, and compares what it writes with the block that follows.
 *
 * Throws an Error that names the line where the guide and the service part.
 */
export async function runGuide(
  markdown: string,
  { folder, address, gateway, stripe, receiver, env }: GuideRun,
): Promise<void> {
  const made = new MadeValues({
    [SHOWN_ADDRESS]: address,
    [SHOWN_GATEWAY]: gateway,
    [SHOWN_STRIPE]: stripe,
    [SHOWN_RECEIVER]: receiver,
  })
  const blocks = blocksOf(markdown)
  requireUsedFiles(blocks)
  await furnish(folder)
  const shell = openShell(folder, env)
  let answer = ''
  try {
    for (const block of blocks) {
      if (block.language === 'ts') await save(block)
      else if (block.language === 'sh') answer = await runBlock(block)
      else if (!notCompared.has(block.language)) compare(block)
    }
    requireShownAnswers()
  } finally {
    await shell.close()
  }

  /** Where the reader's terminal is by now. */
  async function save(block: Block): Promise<void> {
    const place = (await shell.run('pwd')).trim()
    await writeFile(join(place, fileNameOf(block)), made.actual(block.text))
  }

  async function runBlock({ text, line }: Block): Promise<string> {
    requireShownAnswers()
    return shell.run(made.actual(text)).catch((cause: unknown) => {
      throw new Error(`line ${line}: ${cause instanceof Error ? cause.message : ''}`, { cause })
    })
  }

  function compare(block: Block): void {
    const differences = answerDifferences(block, answer, made)
    if (differences.length > 0) throw new Error(`line ${block.line}: ${differences.join('\n')}`)
    answer = ''
  }

  /** An answer that the guide does not show may be anything but a refusal. */
  function requireShownAnswers(): void {
    if (answer.includes('"apiErrorCode"')) throw new Error(`unexpected error response: ${answer}`)
  }
}

/** Makes a folder as good as that of the project: what is installed there is found, and files are modules. */
export async function furnish(folder: string): Promise<void> {
  await symlink(resolve(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
}

/** The file that a `ts` block is to be saved as. */
export function fileNameOf({ text, line }: Block): string {
  const [, file] = /^\/\/ ([\w-]+\.ts)\n/.exec(text) ?? []
  if (file === undefined) throw new Error(`line ${line}: the first line of a ts block must name its file`)
  return file
}

function requireUsedFiles(blocks: readonly Block[]): void {
  for (const [index, block] of blocks.entries()) {
    if (block.language !== 'ts') continue
    const file = fileNameOf(block)
    const later = blocks.slice(index + 1).map((it) => it.text)
    if (later.some((it) => it.includes(`node ${file}`) || it.includes(`'./${file}'`))) continue
    throw new Error(`line ${block.line}: ${file} is never run`)
  }
}

/** The guides go by curl, which every machine for development has; without it nothing of them can be tried. */
export async function requireCurl(): Promise<void> {
  const places = (process.env.PATH ?? '').split(delimiter).map((it) => join(it, 'curl'))
  const found = await Promise.allSettled(places.map((it) => access(it)))
  if (found.some((it) => it.status === 'fulfilled')) return
  throw new Error('curl is not installed, and the commands of the guides need it')
}
