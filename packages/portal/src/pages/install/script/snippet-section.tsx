import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { portalCall } from '../../../api/portal-call.ts'
import { CodeBlock } from '../../../components/fields/copy-field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { NewTabLink } from '../../../components/links.tsx'
import { Section } from '../../../components/page.tsx'
import { Disclosure } from '../../../components/texts/disclosure.tsx'
import { useTenant } from '../../../session/use-session.ts'
import {
  formSnippet,
  newestRelease,
  pageSnippet,
  policyAdditions,
  type Release,
  reactSnippet,
  signedInSnippet,
} from './snippets.ts'

const kinds = [
  { value: 'html', label: 'HTML' },
  { value: 'react', label: 'React' },
  { value: 'fixed', label: 'HTML, a version that never changes' },
] as const

/** The snippet to paste, with the alias of the page's program and mode. */
export function SnippetSection() {
  const tenant = useTenant()
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('html')
  const releases = useQuery({
    queryKey: ['script-releases'],
    queryFn: () => portalCall<readonly Release[]>('GET', '/s/releases.json'),
  })
  if (tenant === null) return null
  const { alias, mode } = tenant
  const { origin } = location
  const release = newestRelease(releases.data ?? [])
  return (
    <Section title="Script" isStack>
      <p className="text-soft">
        The script remembers which share link led a visitor to you, and fills the referral code into your
        forms. The snippets name the {mode} program <code>{alias}</code>.{' '}
        <NewTabLink href="/docs/guides/script">Guide: script</NewTabLink>
      </p>
      <Select label="Your website" options={kinds} value={kind} onChange={(it) => setKind(it ?? 'html')} />
      {kind === 'react' ? (
        <CodeBlock label="React" code={reactSnippet(origin, alias)} />
      ) : (
        <>
          <CodeBlock
            label="1. On every page"
            code={pageSnippet(origin, alias, kind === 'fixed' ? release : null)}
          />
          {kind === 'fixed' && release !== null && (
            <p className="text-soft">
              Version {release.version}{' '}
              {release.date === null ? 'may change until it is released' : 'stays as it is'}. Browsers check
              the file by its hash; you decide when to change to a newer version.
            </p>
          )}
          <CodeBlock label="2. In your sign-up form" code={formSnippet()} />
          <CodeBlock label="3. After sign-in, instead of 1" code={signedInSnippet(origin, alias)} />
        </>
      )}
      <p className="text-soft">
        Your server signs the token with the signing key, so that no one else can speak for your users.{' '}
        <NewTabLink href="/docs/guides/signed-identification">Guide: signed identification</NewTabLink>
      </p>
      <Disclosure summary="If your pages have a Content-Security-Policy">
        <div className="flex flex-col gap-2">
          <p className="text-soft">
            Allow the script, its calls and the widget, and give the nonce of the page to the script tags of
            the snippets.
          </p>
          <CodeBlock label="Additions to the policy" code={policyAdditions(origin)} />
        </div>
      </Disclosure>
      <p className="text-soft">
        Made with Next, Nuxt, Vite, Astro, Express, Fastify or Hono? <code>goodword init</code> writes this
        into your application.{' '}
        <NewTabLink href="/docs/guides/reference/first-integration">Guide: a first integration</NewTabLink>
      </p>
      <p className="text-soft">
        Do your pages or servers still call SaaSquatch? They can call this service until you have moved them.{' '}
        <NewTabLink href="/docs/guides/moving-in#moving-clients">Guide: moving clients</NewTabLink>
      </p>
      {mode === 'test' && (
        <p className="text-soft">
          No website at hand? In a checkout of Goodword, <code>npm run shop</code> opens an example shop that
          asks for the first snippet and your keys.
        </p>
      )}
    </Section>
  )
}
