import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Page } from '../components/page.tsx'
import { ErrorState } from '../components/texts/error-state.tsx'
import { Notice } from '../components/texts/notice.tsx'
import { PublicFrame } from '../layout/public-frame.tsx'
import { PageNotLoaded } from './page-load.ts'

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
