/** How an exported conversation looks, by day and by night. */
export const STYLE = `
:root { color-scheme: light dark; --edge: #8884; --soft: #8882; --accent: #2563eb; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
header p, section > h2:first-child { color: #808080; font-size: .85rem; margin: 0 0 .5rem; }
section { border-left: 3px solid var(--edge); padding-left: 1rem; margin: 1.5rem 0; }
section.user { border-color: var(--accent); }
section.tool, section.system { font-size: .9rem; }
section h1 { font-size: 1.3rem; }
section h2 { font-size: 1.15rem; }
section h3, section h4 { font-size: 1rem; }
pre { background: var(--soft); border-radius: 6px; padding: .8rem; overflow-x: auto; font-size: .88rem; line-height: 1.4; }
code { font-family: ui-monospace, monospace; }
:not(pre) > code { background: var(--soft); border-radius: 4px; padding: .1em .3em; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--edge); padding: .3rem .6rem; text-align: left; }
blockquote { border-left: 3px solid var(--edge); margin-left: 0; padding-left: 1rem; color: #808080; }
img { max-width: 100%; height: auto; background: white; border-radius: 6px; }
figure { margin: 1rem 0; }
summary { color: #808080; font-size: .8rem; cursor: pointer; }
.hljs-keyword, .hljs-literal, .hljs-selector-tag, .hljs-doctag, .hljs-meta { color: #a626a4; }
.hljs-string, .hljs-regexp, .hljs-addition { color: #3b8a3b; }
.hljs-number, .hljs-symbol, .hljs-bullet, .hljs-link { color: #b76b01; }
.hljs-comment, .hljs-quote { color: #8a8a8a; font-style: italic; }
.hljs-title, .hljs-section, .hljs-name { color: #3574d4; }
.hljs-built_in, .hljs-type, .hljs-attr, .hljs-attribute, .hljs-variable, .hljs-property { color: #0a84a5; }
.hljs-deletion { color: #d0413f; }
`;
