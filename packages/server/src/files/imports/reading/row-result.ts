import type { ErrorCode } from '@goodword/contract/frame/errors'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { RowFields } from './row-fields.ts'

export type RowResult = 'created' | 'updated' | 'unchanged' | RowFault

/** Why a row was not imported. */
export type RowFault = { readonly code: ErrorCode; readonly field: string | null; readonly message: string }

export function isFault<Value extends object | string>(value: Value | RowFault): value is RowFault {
  return typeof value === 'object' && 'code' in value && 'message' in value && 'field' in value
}

function faultOf({ code, param, message }: Refusal): RowFault {
  return { code, field: param, message }
}

/** Reads a row, or returns its first fault. */
export function readRow<Row extends object>(
  fields: () => RowFields,
  read: (fields: RowFields) => Row,
): Row | RowFault {
  try {
    return read(fields())
  } catch (error) {
    if (error instanceof Refusal) return faultOf(error)
    throw error
  }
}
