import { readFile } from 'node:fs/promises'
import {
  type ConnectionCredentials,
  credentialFields,
  credentialsFor,
} from '@goodword/contract/billing/connection-credentials'
import { parseValue } from '@goodword/contract/frame/parse-value'
import { fileErrorCode } from '../../engine/secrets/private-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'

/**
 * Credentials as JSON from a file, or from standard input without one. They are no arguments of the command, which other
 * users of the machine can see and shells keep in their history.
 *
 * Throws an OperatorError or a Refusal that names the field; neither repeats a value.
 */
export async function readCredentials(
  file: string | undefined,
  readInput: () => Promise<string>,
): Promise<ConnectionCredentials> {
  return parseCredentials(file === undefined ? await readInput() : await readText(file))
}

function parseCredentials(json: string): ConnectionCredentials {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    // The parser quotes what it could not read.
    throw new OperatorError(
      `The credentials are not valid JSON. Give an object with processor, environment, and the fields of the processor: ${credentialFields}.`,
    )
  }
  return parseValue(credentialsFor(value), value, 'credentials')
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`${file} cannot be read (${fileErrorCode(cause)}).`, { cause })
  })
}
