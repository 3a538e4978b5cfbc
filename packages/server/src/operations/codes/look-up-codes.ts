import { faultOf } from '@goodword/domain/attribution'
import { displayName } from '@goodword/domain/display-name'
import type { AccountKey, ParticipantKey, TenantId } from '@goodword/domain/ids'
import type { Reason } from '@goodword/domain/outcome'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { type CodeRow, codeOwner, loadCodes } from '../../store/codes.ts'
import type { Database } from '../../store/database.ts'
import { loadProgram } from '../../store/programs.ts'
import { sharedRead } from '../../store/shared-read.ts'
import { tenantNow } from '../../store/test-clocks.ts'
import { type FullSettings, programOf, settingsOf } from '../programs/program-of.ts'

/** A code as it was looked up, with the program that it belongs to. `fault` says why it does not work. */
export type CodeReading = { readonly settings: FullSettings } & (
  | { readonly fault: null; readonly code: WorkingCode }
  | { readonly fault: Reason }
)

/** A code that works, and who shares it: names as far as strangers may see them. */
export type WorkingCode = {
  readonly code: ReferralCode
  readonly ownerAccount: AccountKey
  readonly owner: ParticipantKey
  readonly referrerName: string | null
  readonly createdAt: number
}

export type LookUpCode = (tenantId: TenantId, code: ReferralCode) => Promise<CodeReading>

/** Looks codes up, and says whether they work now. */
export function codeLookUp(db: Database, now: (tenantId: TenantId) => number): LookUpCode {
  const read = sharedRead<ReferralCode, CodeReading>(db, async (tx, codes) => {
    const [rows, stored, time] = await Promise.all([
      loadCodes(tx, codes),
      loadProgram(tx),
      tenantNow(tx, now(tx.tenantId)),
    ])
    const settings = settingsOf(stored.settings)
    const scene = { now: time, program: programOf(stored.settings) }
    return new Map(
      codes.map((code): [ReferralCode, CodeReading] => {
        const row = rows.get(code)
        const fault = faultOf(row === undefined ? null : codeOwner(row), scene)
        if (row === undefined || fault !== null) return [code, { fault: fault ?? 'CODE_UNKNOWN', settings }]
        return [code, { fault: null, code: workingCode(row), settings }]
      }),
    )
  })
  return async (tenantId, code) => {
    const reading = await read(tenantId, code)
    if (reading === null) throw new Error('every code that is looked up has a reading')
    return reading
  }
}

function workingCode(row: CodeRow): WorkingCode {
  return {
    code: row.code,
    ownerAccount: row.account_id,
    owner: row.participant_id,
    referrerName: displayName(row.first_name, row.last_name),
    createdAt: row.created_at,
  }
}
