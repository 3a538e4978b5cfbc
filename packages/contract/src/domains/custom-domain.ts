import { domainProblems } from '@goodword/domain/hosts/host-claim'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'

/** How many custom domains a program may add in each mode. */
export const MAX_DOMAINS = 20

const domain = Type.String({
  format: 'host-name',
  maxLength: 253,
  description:
    'The host of the share links, in lower case; internationalized names in their `xn--` form. A name of its own below that of your shop is best.',
  examples: ['go.example.com'],
})

export const NewDomain = Type.Object({ domain }, { title: 'NewDomain' })

export const domainParams = () =>
  Type.Object({
    domain: Type.String({ description: 'The host name of the domain.', examples: ['go.example.com'] }),
  })

/** The record by which the owner of a domain says that it belongs to the program. */
const DomainProof = Type.Object(
  {
    type: Type.Literal('TXT', { description: 'Type of the record.' }),
    name: Type.String({ description: 'Name of the record.', examples: ['_goodword.go.example.com'] }),
    value: Type.String({
      description: 'Text of the record, which only this program was given.',
      examples: ['goodword-verification=4f0c1c5ad8f94b1c8f6c0e6f1f0a3b7d'],
    }),
  },
  {
    title: 'DomainProof',
    description:
      'The DNS record that proves the domain. Other records with the same name do no harm. Keep it: it is checked every day.',
  },
)

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
      'The DNS record that leads visitors here. It is not checked; the proxy of the service also needs a certificate for the domain.',
  },
)

export const CustomDomain = Type.Object(
  {
    domain,
    state: Type.Enum(['PENDING', 'VERIFIED', 'LOST'], {
      description:
        '`PENDING`: the record of `proof` was not seen yet; the domain leads nowhere. `VERIFIED`: the domain has the share links of the program. `LOST`: the record was missing for 72 hours; add the domain or check it again.',
    }),
    problem: nullable(
      Type.Enum([...domainProblems], {
        description:
          'What was wrong at the last check. `RECORD_MISSING`: the name has no record for this service. `RECORD_DIFFERENT`: its record has another value. `NAME_SERVERS_UNREACHABLE`: the name servers of the domain did not answer. `HELD_BY_ANOTHER`: the record is right, and so is that of another program, which has the domain until its record is removed. `NOT_CLAIMABLE`: the host is now one of the service’s own, or a reserved one.',
      }),
    ),
    isDefault: Type.Boolean({
      description: 'Whether share links are shown with this domain: the verified one that was added first.',
    }),
    proof: DomainProof,
    dns: DnsRecord,
    dateCreated: time('When the domain was added.'),
    dateVerified: nullable(time('When the domain became `VERIFIED`; null until then.')),
    dateChecked: nullable(time('When the record was looked for last.')),
    dateExpires: nullable(
      time('When the domain becomes `LOST` unless the record is seen before; null while it is there.'),
    ),
  },
  {
    title: 'CustomDomain',
    description: 'A host whose paths are the share links of the program, once verified.',
  },
)
export type CustomDomain = ShapeOf<typeof CustomDomain>

export const CustomDomains = Type.Object({
  domains: Type.Array(CustomDomain, {
    description: 'The domains of the program, in the order in which they were added.',
  }),
})

const pendingDomain: CustomDomain = {
  domain: 'go.example.com',
  state: 'PENDING',
  problem: null,
  isDefault: false,
  proof: {
    type: 'TXT',
    name: '_goodword.go.example.com',
    value: 'goodword-verification=4f0c1c5ad8f94b1c8f6c0e6f1f0a3b7d',
  },
  dns: { type: 'CNAME', name: 'go.example.com', value: 'refer.example.net' },
  dateCreated: 1_783_500_000_000,
  dateVerified: null,
  dateChecked: null,
  dateExpires: 1_783_759_200_000,
}

export const exampleDomains = {
  pending: pendingDomain,
  verified: {
    ...pendingDomain,
    state: 'VERIFIED',
    isDefault: true,
    dateVerified: 1_783_500_600_000,
    dateChecked: 1_783_500_600_000,
    dateExpires: null,
  },
} as const satisfies Record<string, CustomDomain>
