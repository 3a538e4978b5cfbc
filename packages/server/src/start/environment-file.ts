import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { fileErrorCode } from '../platform/secrets/private-file.ts'
import { StartError } from './start-error.ts'

/** Takes what `.env` says in the folder of the project, where the environment does not say it already. */
export function readEnvironmentFile(): void {
  const file = resolve(import.meta.dirname, '../../../../.env')
  try {
    loadEnvFile(file)
  } catch (cause) {
    if (fileErrorCode(cause) === 'ENOENT') return
    throw new StartError(`${file} cannot be read (${fileErrorCode(cause)}).`, { cause })
  }
}
