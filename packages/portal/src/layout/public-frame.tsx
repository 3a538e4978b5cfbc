import { type ReactNode, useEffect } from 'react'
import { Logo } from './logo.tsx'

type PublicFrameProps = {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

/** `<PublicFrame title="Sign in">…</PublicFrame>`: the frame of pages without a session, one card in the middle. */
export function PublicFrame({ title, description, children }: PublicFrameProps) {
  useEffect(() => {
    document.title = `${title} · Goodword`
  }, [title])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-10">
      <div className="flex items-center gap-2 text-base font-semibold">
        <Logo />
        Goodword
      </div>
      <div className="card w-full max-w-md p-6 shadow-raised sm:p-8">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight break-words">
          {title}
        </h1>
        {description !== undefined && <p className="mt-1 text-soft">{description}</p>}
        <div className="mt-6">{children}</div>
      </div>
    </main>
  )
}
