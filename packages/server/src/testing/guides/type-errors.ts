import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { root } from './run-guide.ts'

const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  types: ['node'],
}

/** The compiler's errors for the TypeScript in a folder, in a project set up as the guide says. */
export async function typeErrors(folder: string): Promise<string> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/*.ts'] }))
  const child = spawn(
    process.execPath,
    [resolve(root, 'node_modules/typescript-native/bin/tsc'), '-p', folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  await new Promise((ended, failed) => child.once('error', failed).once('close', ended))
  return output
}
