import { Refusal } from '@goodword/contract/frame/refusal'
import { refuseUnknownField } from '@goodword/contract/frame/unknown-field'
import { ProgramSettings } from '@goodword/contract/program/program'
import { parseProgramSettings } from '@goodword/contract/program/program-settings'
import { OperatorError } from '../../frame/tenants/operator-error.ts'

export type ProgramFile = {
  readonly settings: ProgramSettings
  /** The version that the file was made from; null when it names none. */
  readonly version: number | null
  /** The fields that the file has, those with a null included. */
  readonly names: readonly string[]
}

/**
 * Reads a program as the API shows and takes it.
 *
 * @throws OperatorError that names the field which is not right
 */
export function parseProgram(text: string): ProgramFile {
  const { version = null, ...rest } = objectIn(text)
  return {
    settings: settingsIn(rest),
    version: versionIn(version),
    names: Object.keys(rest),
  }
}

function objectIn(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new OperatorError('The file is not valid JSON.', { cause })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new OperatorError('The file must contain one JSON object: the program.')
}

function settingsIn(value: unknown): ProgramSettings {
  try {
    refuseUnknownField(value, ProgramSettings)
    return parseProgramSettings(value)
  } catch (error) {
    throw error instanceof Refusal ? new OperatorError(error.message, { cause: error }) : error
  }
}

function versionIn(value: unknown): number | null {
  if (value === null) return null
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  throw new OperatorError('"version" must be an integer, or be absent.')
}
