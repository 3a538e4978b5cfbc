import { type Person, personOf } from './person.ts'

/** How a friend came: by a share link, or by a code that they typed. */
export type Via = 'direct' | 'email' | 'whatsapp' | 'facebook' | 'twitter' | 'code'

export type Friend = {
  readonly person: Person
  /** The ID of who brought them. */
  readonly referrer: string
  readonly via: Via
  /** Days after the beginning of the year. */
  readonly joins: number
  /** Null while they are trying. */
  readonly pays: number | null
  /** Null while they stay. */
  readonly leaves: number | null
  readonly price: number
  /** Whether the payment gateway charges their card; others pay the shop, whose server reports it. */
  readonly paysByCard: boolean
}

/** Customers who came by themselves, and the day on which they did. */
export const firstCustomers = [
  ['Alba Keller', 0],
  ['Ben Osei', 3],
  ['Chloé Martin', 9],
  ['Dev Patel', 16],
  ['Elena Rossi', 30],
  ['Farid Haddad', 47],
  ['Grete Holm', 61],
  ['Hiro Tanaka', 75],
] as const

type Row = readonly [
  name: string,
  referrer: string,
  via: Via,
  joins: number,
  /** Days after joining. */
  pays: number | null,
  /** Days after joining. */
  leaves: number | null,
  price: number,
]

const rows: readonly Row[] = [
  ['Ivy Brandt', 'Alba', 'direct', 12, 14, null, 22],
  ['Jonas Weber', 'Alba', 'whatsapp', 20, 14, null, 22],
  ['Kemal Aydin', 'Ben', 'code', 26, 7, 120, 12],
  ['Lucia Ferrari', 'Chloé', 'email', 38, 14, null, 49],
  ['Mateo Silva', 'Alba', 'whatsapp', 45, 14, 60, 22],
  ['Nadia Petrova', 'Ivy', 'direct', 52, 14, null, 22],
  ['Oskar Lund', 'Dev', 'direct', 66, null, 30, 12],
  ['Priya Nair', 'Dev', 'whatsapp', 70, 14, null, 49],
  ['Quentin Roy', 'Chloé', 'email', 84, 14, null, 12],
  ['Rosa Jimenez', 'Alba', 'code', 96, 7, null, 22],
  ['Sven Eriksen', 'Jonas', 'direct', 101, 14, null, 22],
  ['Tara Walsh', 'Elena', 'facebook', 110, 14, 90, 12],
  ['Umar Siddiqui', 'Alba', 'whatsapp', 123, 14, null, 49],
  ['Vera Nowak', 'Lucia', 'email', 130, null, 45, 12],
  ['Wim de Vries', 'Farid', 'direct', 142, 14, null, 22],
  ['Xenia Kosta', 'Grete', 'code', 155, 7, null, 22],
  ['Yusuf Demir', 'Alba', 'direct', 163, 14, null, 22],
  ['Zoë Peeters', 'Priya', 'whatsapp', 171, 14, null, 12],
  ['Arturo Vega', 'Hiro', 'direct', 180, 14, null, 49],
  ['Bianca Conti', 'Lucia', 'email', 194, 14, null, 22],
  ['Cem Kaya', 'Jonas', 'whatsapp', 207, null, 28, 12],
  ['Dagny Berg', 'Alba', 'direct', 219, 14, null, 22],
  ['Emil Novák', 'Priya', 'direct', 231, 14, null, 22],
  ['Fiona Byrne', 'Dagny', 'code', 246, 7, null, 12],
  ['Goran Babić', 'Wim', 'email', 258, 14, null, 49],
  ['Hana Sato', 'Hiro', 'whatsapp', 266, 14, null, 22],
  ['Igor Popov', 'Alba', 'direct', 281, 14, null, 22],
  ['Jana Horák', 'Emil', 'whatsapp', 297, 14, null, 22],
  ['Kofi Mensah', 'Dagny', 'direct', 312, 14, null, 12],
  ['Lena Fischer', 'Alba', 'whatsapp', 336, 14, null, 22],
  ['Marek Zając', 'Jana', 'direct', 349, null, null, 22],
  ['Nora Lindqvist', 'Alba', 'email', 357, null, null, 49],
]

/** Friends and their referrers, in the order in which the friends join. */
export const friends: readonly Friend[] = rows.map(([name, referrer, via, joins, pays, leaves, price]) => ({
  person: personOf(name),
  referrer: personOf(referrer).id,
  via,
  joins,
  pays: pays === null ? null : joins + pays,
  leaves: leaves === null ? null : joins + leaves,
  price,
  paysByCard: false,
}))
