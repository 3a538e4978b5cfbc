export function Landing() {
  return (
    <>
      {/* A friend who came by a share link is greeted here. */}
      <div data-goodword-welcome="" />
      <h1>Vegetables of the week</h1>
      <p>A box from the farms around you, every Thursday, from 24.90 a month.</p>
    </>
  )
}
