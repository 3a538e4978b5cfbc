import { encodeQR } from 'qr'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { Form } from '../../components/form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'

export type TwoFactorSecret = { readonly totpUri: string; readonly recoveryCodes: readonly string[] }

type TwoFactorSetupProps = { readonly secret: TwoFactorSecret; readonly onDone: () => void }

/** Shows the secret to an authenticator app, and takes a first code of it as proof. */
export function TwoFactorSetup({ secret, onDone }: TwoFactorSetupProps) {
  const [code, setCode] = useState('')
  const verify = usePortalMutation(onDone)
  const key = new URL(secret.totpUri).searchParams.get('secret') ?? ''
  return (
    <Form
      onSubmit={() =>
        verify.mutate({
          method: 'POST',
          path: '/portal/auth/two-factor/verify-totp',
          body: { code: code.replaceAll(' ', '') },
        })
      }
      error={verify.error}
      label="Authenticator app"
    >
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <QrCode text={secret.totpUri} />
      <CopyField label="Or enter this key by hand" value={key} />
      <TextField
        label="Code of your authenticator app"
        name="code"
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        isCode
      />
      <Button type="submit" kind="primary" isBusy={verify.isPending} disabled={code === ''}>
        Turn two factors on
      </Button>
    </Form>
  )
}

/** Dark on light in both themes, as cameras expect it. */
function QrCode({ text }: { readonly text: string }) {
  const modules = encodeQR(text, 'raw', { border: 2 })
  const size = modules.length
  const path = modules
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto size-52 rounded-lg"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
