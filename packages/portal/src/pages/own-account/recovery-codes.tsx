import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-field.tsx'

type RecoveryCodesProps = { readonly recoveryCodes: readonly string[]; readonly onDone: () => void }

/** They are shown once. */
export function RecoveryCodes({ recoveryCodes, onDone }: RecoveryCodesProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Keep these where you keep your passwords. Each opens your account once when your authenticator app is
        lost. They are not shown again.
      </p>
      <ul className="card grid grid-cols-2 gap-2 p-4">
        {recoveryCodes.map((it) => (
          <li key={it}>
            <code>{it}</code>
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <CopyButton label="Recovery codes" value={recoveryCodes.join('\n')} />
        <Button kind="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
