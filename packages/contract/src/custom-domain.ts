import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { time } from './values.ts'

/** How many custom domains a program may add in each mode. */
export const MOST_DOMAINS = 20

const domain = Type.String({
  format: 'host-name',
  maxLength: 253,
  description:
    'The host of the share links, in lower case; internationalized names in their `xn--` form. A name of its own below that of your shop is best.',
  examples: ['go.example.com'],
})

export const NewDomain = Type.Object({ domain }, { title: 'NewDomain' })
export type NewDomain = ShapeOf<typeof NewDomain>

/** A record that leads the domain to the service. */
const DnsRecord = Type.Object(
  {
    type: Type.Enum(['CNAME', 'A', 'AAAA'], { description: 'Type of the record.' }),
    name: Type.String({ description: 'Name of the record: the domain.', examples: ['go.example.com'] }),
    value: Type.String({
      description: 'Where it leads: the host or address of this service.',
      examples: ['refer.example.net'],
    }),
  },
  {
    title: 'DnsRecord',
    description:
      'The DNS record that the domain needs. It is not checked; the proxy of the service also needs a certificate for the domain.',
  },
)

export const CustomDomain = Type.Object(
  {
    domain,
    isDefault: Type.Boolean({
      description: 'Whether share links are shown with this domain: the one that was added first.',
    }),
    dns: DnsRecord,
    dateCreated: time('When the domain was added.'),
  },
  { title: 'CustomDomain', description: 'A host whose paths are the share links of the program.' },
)
export type CustomDomain = ShapeOf<typeof CustomDomain>

export const CustomDomains = Type.Object({
  domains: Type.Array(CustomDomain, {
    description: 'The domains of the program, in the order in which they were added.',
  }),
})

export const exampleDomain: CustomDomain = {
  domain: 'go.example.com',
  isDefault: true,
  dns: { type: 'CNAME', name: 'go.example.com', value: 'refer.example.net' },
  dateCreated: 1_783_500_000_000,
}
