import { ApiError } from '@goodword/client'
import { ErrorState } from '../../components/error-state.tsx'
import { Notice } from '../../components/notice.tsx'

const unavailable = new ApiError({
  code: 'SERVICE_UNAVAILABLE',
  message: 'Unavailable.',
  status: 503,
  requestId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
})

export function NoticeExamples() {
  return (
    <div className="flex flex-col gap-3">
      <Notice kind="info" title="Figures are being counted again">
        They are complete in a few minutes.
      </Notice>
      <Notice kind="good" title="Your password is changed" />
      <Notice kind="warning" title="The program is off">
        Referral codes do nothing until it is on.
      </Notice>
      <ErrorState error={unavailable} onRetry={() => undefined} />
    </div>
  )
}
