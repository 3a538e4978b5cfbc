import { Type } from 'typebox'
import { withDefaults } from '../frame/with-defaults.ts'

export const mailDomainDefaults = { disposable: [], trusted: [] } as const

const domains = (description: string, example: string) =>
  Type.Array(Type.String({ format: 'host-name' }), { maxItems: 200, description, examples: [[example]] })

const lists = {
  disposable: domains(
    'Domains whose addresses count as disposable, besides those of the service’s own list.',
    'tempmail.example.com',
  ),
  trusted: domains(
    'Domains whose addresses never count as disposable, and whose people have nothing in common for fraud rules, such as those of a large customer or a university.',
    'students.example.edu',
  ),
}

const about = {
  description: 'Mail domains that fraud rules judge otherwise. A domain counts with the domains below it.',
}

export const MailDomains = Type.Object(lists, { title: 'MailDomains', ...about })

export const MailDomainsSetting = Type.Object(withDefaults(lists, mailDomainDefaults), {
  title: 'MailDomainsSetting',
  ...about,
})

export const CouponSites = Type.Array(Type.String({ format: 'host-name' }), {
  maxItems: 200,
  description:
    'Public coupon pages whose visitors’ clicks on share links fraud rules count, besides those of the service’s own list. A host counts with the hosts below it.',
  examples: [['coupons.example.com']],
})
