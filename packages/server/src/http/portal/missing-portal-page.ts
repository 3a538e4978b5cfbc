/** Instead of the portal where it was not built. */
export const MISSING_PORTAL_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goodword: the portal is not built</title>
</head>
<body>
<main>
<h1>The portal is not built</h1>
<p>The API works. To use the portal, run <code>npm run portal:build</code> in the folder of the project, and restart the service.</p>
</main>
</body>
</html>
`
