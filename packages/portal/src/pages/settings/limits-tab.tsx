import { KeyValueList } from '../../components/key-value-list.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { Section } from '../../components/page.tsx'
import { limits } from './limits.ts'

/** How much of everything a program can have. */
export function LimitsTab() {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Section title="In each mode of the program">
        <KeyValueList
          entries={[
            ['API keys', `${limits.apiKeys} that work at the same time`],
            ['Webhooks', limits.receivers],
            ['Domains', limits.domains],
            ['People of an account whom only web pages named', limits.unconfirmedUsers],
            ['Exports', '50 at a time'],
          ]}
        />
      </Section>
      <Section title="What is kept, and how long">
        <KeyValueList
          entries={[
            [
              'Webhook deliveries',
              `30 days; each is tried up to ${limits.attempts} times in about three days`,
            ],
            ['Notifications', '90 days; their payload 30 days'],
            ['E-mails to the team', 'Seven days'],
            ['Results of repeated requests', '30 days for each Idempotency-Key'],
          ]}
        />
      </Section>
      <Section title="Calls of the API">
        <p className="text-soft">
          How often a program may call is a setting of your service. Each answer says it in the headers{' '}
          <code>RateLimit-Policy</code> and <code>RateLimit</code>; above it the answer is 429 with{' '}
          <code>Retry-After</code>. A list answers up to 1,000 entries at a time.{' '}
          <NewTabLink href="/docs/guides/rest#repeats">Guide: REST</NewTabLink>
        </p>
      </Section>
    </div>
  )
}
