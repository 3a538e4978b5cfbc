import { type ErrorComponentProps, lazyRouteComponent, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Page } from '../components/page.tsx'
import { ErrorState } from '../components/texts/error-state.tsx'
import { Notice } from '../components/texts/notice.tsx'
import { PublicFrame } from '../layout/public-frame.tsx'

/** The error of a page that failed, within the frame of the pages. */
export function PageFailure(props: ErrorComponentProps) {
  return (
    <Page title={titleOf(props.error)}>
      <Failure {...props} />
    </Page>
  )
}

/** The failure of a page where nothing is around it. */
export function PortalFailure(props: ErrorComponentProps) {
  return (
    <PublicFrame title={titleOf(props.error)}>
      <Failure {...props} />
    </PublicFrame>
  )
}

function titleOf(error: unknown): string {
  return error instanceof PageNotLoaded ? 'This page could not be loaded' : 'This page could not be shown'
}

function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof PageNotLoaded) return <NotLoaded />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={retry} />
}

/** Loads the whole portal again, but only once the service answers: the browser would show its own error otherwise. */
function NotLoaded() {
  const [state, setState] = useState<'failed' | 'trying' | 'failed again'>('failed')
  const retry = async () => {
    setState('trying')
    const isThere = await fetch(location.href, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) location.reload()
    else setState('failed again')
  }
  return (
    <Notice
      kind="danger"
      title="The service did not answer"
      actions={
        <Button isBusy={state === 'trying'} onClick={() => void retry()}>
          Try again
        </Button>
      }
    >
      <p>Nothing was changed. Check your connection, then try again.</p>
      <p role="status">{state === 'failed again' && 'The service still does not answer.'}</p>
    </Notice>
  )
}

/** The code of a page did not arrive: the service does not answer, or has another release by now. */
class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super('the code of the page was not loaded', { cause })
    this.name = 'PageNotLoaded'
  }
}

/**
 * `component: pageComponent(() => import('./home-page.tsx'), 'HomePage')`: a page whose code is loaded when it is first opened.
 * The router would reload the document for an import that failed, which shows the browser's own error while the service
 * is down; as an error of ours it is shown inside of the portal, by `PageFailure`.
 */
export function pageComponent<Module extends Readonly<Record<string, unknown>>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw isNotLoaded(cause) ? new PageNotLoaded(cause) : cause
      }),
    name,
  )
}

/** Recognizes the errors of Chromium, Firefox and Safari for a module that failed to load; other errors are defects. */
function isNotLoaded(cause: unknown): boolean {
  return (
    cause instanceof TypeError &&
    /dynamically imported module|importing a module script failed/i.test(cause.message)
  )
}
