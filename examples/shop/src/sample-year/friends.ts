/** How a friend came: by a share link, or by a code that they typed. */
export type Via = 'direct' | 'email' | 'whatsapp' | 'facebook' | 'code'

export type Friend = {
  readonly name: string
  /** First name of who brought them. */
  readonly referrer: string
  readonly via: Via
  /** Days after the beginning of the year. */
  readonly joins: number
  /** Days after joining; null while they are trying. */
  readonly pays: number | null
  /** Days after joining; null while they stay. */
  readonly leaves: number | null
  readonly price: number
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
  pays: number | null,
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
  name,
  referrer,
  via,
  joins,
  pays,
  leaves,
  price,
}))

/** Visits of share links without a later sign-up: the day, and the owner of the link. */
export const otherVisits: readonly (readonly [day: number, referrer: string, via: Via])[] = [
  [14, 'Alba', 'whatsapp'],
  [33, 'Chloé', 'email'],
  [58, 'Alba', 'facebook'],
  [79, 'Dev', 'direct'],
  [99, 'Alba', 'direct'],
  [127, 'Elena', 'facebook'],
  [149, 'Lucia', 'email'],
  [176, 'Hiro', 'direct'],
  [201, 'Alba', 'whatsapp'],
  [236, 'Priya', 'direct'],
  [270, 'Dagny', 'direct'],
  [303, 'Alba', 'whatsapp'],
  [330, 'Emil', 'direct'],
  [354, 'Alba', 'facebook'],
]
