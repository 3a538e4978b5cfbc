import { CodeBlock } from '../../components/code-block.tsx'
import { Notice } from '../../components/notice.tsx'
import { Section } from '../../components/page.tsx'
import { htmlSnippet, reactSnippet } from './snippets.ts'

type SnippetSectionProps = { readonly alias: string; readonly hasPages: boolean }

/** What to put on a page, to copy. */
export function SnippetSection({ alias, hasPages }: SnippetSectionProps) {
  return (
    <Section title="Put it on your page">
      <div className="flex flex-col gap-4">
        {!hasPages && (
          <Notice kind="warning" title="No page may show the widget yet">
            Browsers show it only in pages of the landing page’s origin and of the allowed origins. Set one of
            them under Program.
          </Notice>
        )}
        <p className="text-soft">
          Replace the IDs by those of the customer who is signed in. The token (<code>jwt</code>) is made by
          your server with the signing key; without it the widget shows the share link and no results.
        </p>
        <CodeBlock label="Plain HTML" code={htmlSnippet(location.origin, alias)} />
        <CodeBlock label="React" code={reactSnippet(location.origin, alias)} />
      </div>
    </Section>
  )
}
