import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { fileErrorCode } from '../engine/secrets/private-file.ts'
import { StartError } from './start-error.ts'

/** Reads `.env` in the folder of the project; variables of the environment take precedence. */
export function readEnvironmentFile(): void {
  const file = resolve(import.meta.dirname, '../../../../.env')
  try {
    loadEnvFile(file)
  } catch (cause) {
    if (fileErrorCode(cause) === 'ENOENT') return
    throw new StartError(`${file} cannot be read (${fileErrorCode(cause)}).`, { cause })
  }
}
