import { SignUpForm } from './form.tsx'

export default function SignUp() {
  return (
    <>
      <h1>Sign up</h1>
      <SignUpForm />
    </>
  )
}
