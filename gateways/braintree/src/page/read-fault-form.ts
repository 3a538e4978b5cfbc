import { fitted } from '@goodword/sandbox/control/fitted'
import { type FaultBody, faultBody } from '../control/bodies.ts'

/** A rule from the page's form: empty fields are absent. @throws {Misfit} */
export function readFaultForm(given: Readonly<Record<string, string>>): FaultBody {
  const text = (name: string) => given[name]?.trim() || undefined
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)))
  // The form has a field for every kind; of those, a kind takes its own.
  const own: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    delay: { ms: number('ms') },
    status: { status: number('status') },
    applied_late: { ms: number('ms'), status: number('status') },
    decline: { code: text('code'), subscriptionId: text('subscriptionId') },
  }
  const action = { kind: text('kind'), ...own[given.kind ?? ''] }
  const body = {
    method: text('method'),
    path: text('path'),
    from: number('from'),
    times: number('times'),
    probability: number('probability'),
  }
  return fitted(faultBody, { ...withoutGaps(body), action: withoutGaps(action) }, 'The rule')
}

function withoutGaps(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
