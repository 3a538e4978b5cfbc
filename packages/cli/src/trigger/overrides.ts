import { UsageError } from '../command.ts'

const user = {
  accountId: 'text',
  id: 'text',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  locale: 'text',
  referralCode: 'text',
} as const

/** The fields that `--set` replaces, by the part of the request that they belong to. */
const fields = {
  referrer: user,
  friend: user,
  referral: { code: 'text' },
  subscription: {
    status: 'text',
    value: 'number',
    billingIntervalValue: 'number',
    billingIntervalType: 'text',
  },
  credit: { unit: 'text', amount: 'number' },
  block: { reason: 'text' },
  export: { kind: 'text', format: 'text' },
} as const

export type Part = keyof typeof fields

/** Values that replace fields of the parts. */
export type Overrides = { readonly [Name in Part]?: Partial<ValuesOf<(typeof fields)[Name]>> }

type ValuesOf<Kinds> = { [Name in keyof Kinds]: Kinds[Name] extends 'number' ? number : string }

/** @throws UsageError for a field that is not among those of the parts, or a value that it cannot have */
export function overridesOf(settings: readonly string[], parts: readonly Part[]): Overrides {
  const overrides: Record<string, Record<string, string | number>> = {}
  for (const setting of settings) {
    const [, part = '', field = '', text = ''] = /^(\w+)[.](\w+)=(.*)$/s.exec(setting) ?? []
    const kind = kindsOf(parts).get(`${part}.${field}`)
    if (kind === undefined) {
      throw new UsageError(
        `--set ${JSON.stringify(setting)} names no field of what is sent here. Fields: ${[...kindsOf(parts).keys()].join(', ')}. Such as: --set ${example(parts)}`,
      )
    }
    overrides[part] = { ...overrides[part], [field]: kind === 'number' ? numberOf(setting, text) : text }
  }
  return overrides
}

/** The fields of every part, for the help. */
export function fieldLines(): readonly string[] {
  return Object.entries(fields).map(([part, of]) => `  ${part.padEnd(12)}  ${Object.keys(of).join(', ')}`)
}

function kindsOf(parts: readonly Part[]): ReadonlyMap<string, 'text' | 'number'> {
  return new Map(
    parts.flatMap((part) =>
      Object.entries(fields[part]).map(([field, kind]) => [`${part}.${field}`, kind] as const),
    ),
  )
}

function numberOf(setting: string, text: string): number {
  if (/^-?\d{1,15}(?:[.]\d{1,6})?$/.test(text)) return Number(text)
  throw new UsageError(`--set ${JSON.stringify(setting)} takes a number, such as 49.9.`)
}

function example(parts: readonly Part[]): string {
  if (parts.includes('subscription')) return 'subscription.value=99'
  if (parts.includes('credit')) return 'credit.amount=1000'
  return parts.includes('export') ? 'export.format=json' : 'friend.firstName=Zoe'
}
