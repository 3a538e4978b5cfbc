import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { classes } from './classes.ts'

export type Crumb = { readonly label: string } & Pick<LinkProps, 'to' | 'params' | 'search'>

type PageProps = {
  /** The heading, and the title of the tab. */
  readonly title: string
  /** Shown instead of the title where it needs more than text. */
  readonly heading?: ReactNode
  readonly description?: ReactNode
  /** Buttons at the right; the main one last. */
  readonly actions?: ReactNode
  /** The pages above, outermost first. */
  readonly breadcrumb?: readonly Crumb[]
  readonly children: ReactNode
}

/** `<Page title="Webhooks" actions={<Button kind="primary">Add a webhook</Button>}>…</Page>`: the frame of every page. */
export function Page({ title, heading, description, actions, breadcrumb = [], children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Goodword`
  }, [title])
  return (
    <>
      {breadcrumb.length > 0 && (
        <nav aria-label="Breadcrumb" className="mb-1">
          <ol className="flex flex-wrap items-center gap-1 text-soft">
            {breadcrumb.map(({ label, ...target }) => (
              <li key={label} className="flex items-center gap-1">
                <Link {...target} className="hover:text-text hover:underline">
                  {label}
                </Link>
                <ChevronRight aria-hidden className="size-3.5" />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight break-words">
            {heading ?? title}
          </h1>
          {description !== undefined && (
            <p className="mt-1 max-w-2xl wrap-anywhere text-soft">{description}</p>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </>
  )
}

type PlainSectionProps = {
  readonly title: string
  readonly text?: ReactNode
  /** The text leaves room for the actions beside it. */
  readonly isNarrow?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** `<PlainSection title="Members" text="They have access to …" actions={…}>…</PlainSection>`: a part of a page with a table of its own. */
export function PlainSection({ title, text, isNarrow = false, actions, children }: PlainSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div className={isNarrow ? 'max-w-2xl' : undefined}>
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {text !== undefined && <p className="text-soft">{text}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}

type SectionProps = {
  readonly title: string
  readonly actions?: ReactNode
  /** The children stand below each other with a gap, as the fields of a form. */
  readonly isStack?: boolean
  readonly children: ReactNode
}

/** `<Section title="Revenue">…</Section>`: a card with a heading. */
export function Section({ title, actions, isStack = false, children }: SectionProps) {
  return (
    <section className="card min-w-0">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-2 px-5 pt-3">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions}
      </header>
      <div className={classes('px-5 pt-2 pb-5', isStack && 'flex flex-col gap-4')}>{children}</div>
    </section>
  )
}
