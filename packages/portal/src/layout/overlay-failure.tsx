import type { ErrorComponentProps } from '@tanstack/react-router'
import { Dialog } from '../components/dialog.tsx'
import { Notice } from '../components/notice.tsx'

/** Stands in for what opens over pages while its code cannot be loaded: the page below stays as it is. */
export function OverlayFailure({ onClose }: ErrorComponentProps & { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="This could not be loaded">
      <Notice kind="danger" title="The service did not answer">
        Save what you have typed, then reload the page.
      </Notice>
    </Dialog>
  )
}
