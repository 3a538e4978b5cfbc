import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { Merchant } from '../../session/session.ts'

/** What the service says about a program that asks for access. */
export type CheckedRequest = {
  readonly name: string
  readonly provenHost: string | null
  readonly answerGoesTo: string
  readonly asksToWrite: boolean
  readonly fault: string | null
  readonly refuseTo: string
}

/** What the address of the page holds; an empty request for a text that no service wrote. */
export function requestIn(encoded: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const bytes = Uint8Array.from(atob((encoded ?? '').replaceAll('-', '+').replaceAll('_', '/')), (it) =>
      it.charCodeAt(0),
    )
    return Object(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}

export type Choice = { readonly alias: string; readonly label: string; readonly role: StaffRole }

/** The programs of a person in both modes, test first: an assistant is tried out there. */
export function choicesOf(merchants: readonly Merchant[]): readonly Choice[] {
  return merchants.flatMap(({ name: merchant, role, programs }) =>
    programs.flatMap(({ name, test, live }) =>
      [test, live].flatMap((alias) => {
        if (alias === null) return []
        const mode = alias === test ? 'test data' : 'live data'
        return [{ alias, label: `${merchant === name ? name : `${merchant}: ${name}`} – ${mode}`, role }]
      }),
    ),
  )
}

/** What the changes are that an assistant can make in the place of a person with a role; null if there are none. */
export function changesOf(role: StaffRole): string | null {
  if (role === 'analyst') return null
  return role === 'reviewer' ? 'decide on referrals' : 'decide on referrals and give rewards'
}
