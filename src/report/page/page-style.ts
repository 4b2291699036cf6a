import { COLORS } from '../../looks/workspace-colors.ts';

const LIGHT =
  '--page:#fff;--raised:#f2f4f7;--line:#dde1e7;--text:#1b1f26;--quiet:#565e6b;--accent:#1f5f99;--area:#1f5f9926;--free:#eceff3;--merged:#8a8f98;--bad:#b3261e;--down:#c9ced6;--shade:#0004';
const DARK =
  '--page:#12151a;--raised:#1d232b;--line:#343c48;--text:#e7eaef;--quiet:#a2abb8;--accent:#7db8f0;--area:#7db8f033;--free:#232933;--merged:#8a8f98;--bad:#ff8a80;--down:#4a5361;--shade:#fff5';

const colors = COLORS.map(
  (color, i) => `.c${i}{fill:${color};color:${color}}.line.c${i}{fill:none;stroke:${color}}`,
);

export const STYLE = `:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1280px;padding:24px 20px 48px;background:var(--page);color:var(--text);font:14px/1.45 system-ui,"Segoe UI","Helvetica Neue","DejaVu Sans",sans-serif}
h1{font-size:24px;margin:0 0 4px}
h2{font-size:17px;margin:0 0 2px}
h3{font-size:14px;margin:14px 0 4px}
section{margin:34px 0 0}
p{margin:0 0 8px}
.quiet{color:var(--quiet)}
.note{margin:24px 0 -18px}
.finding{font-size:18px;font-weight:600}
nav{margin:12px 0 0}
a{color:var(--accent)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:12px 0 0}
dt{color:var(--quiet)}
dd{margin:0;min-width:0;overflow-wrap:anywhere}
code,pre{font-family:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",monospace;font-size:12px}
.scroll{overflow-x:auto;background:linear-gradient(270deg,var(--page) 40%,transparent) 100% 0/64px 100% no-repeat local,linear-gradient(270deg,var(--shade),transparent) 100% 0/24px 100% no-repeat}
.scroll::-webkit-scrollbar{height:10px}
.scroll::-webkit-scrollbar-thumb{background:var(--merged);border-radius:5px}
.scroll>svg{display:block;min-width:720px;width:100%;height:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:3px 10px 3px 0;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap}
th{font-weight:600;color:var(--quiet);white-space:normal;vertical-align:bottom}
th:first-child,td:first-child{position:sticky;left:0;background:var(--page)}
.long{white-space:normal;min-width:11ch;overflow-wrap:anywhere}
#figures table{font-size:12.5px}
#figures tr:last-child td{white-space:normal}
@media(max-width:480px){#targets :is(th,td){padding-right:6px;font-size:12px}#targets td:first-child{white-space:normal}}
.long:first-child,.right-2 .long:nth-child(2){min-width:min(34ch,36vw)}
.packed{display:none}
.right,.right-1 :is(td,th):nth-child(n+2),.right-2 :is(td,th):nth-child(n+3){text-align:right}
.multiples{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:14px 18px;margin:8px 0}
.multiples figure{margin:0;min-width:0}
figcaption{font-weight:600;font-size:12px;overflow-wrap:anywhere}
.multiples svg{display:block;width:100%;height:auto}
.line.thin{stroke-width:1}
details{margin:6px 0 0}
summary{color:var(--quiet);cursor:pointer}
pre.csv{max-height:320px;overflow:auto;background:var(--raised);padding:10px;margin:6px 0 0}
.legend{display:flex;flex-wrap:wrap;gap:2px 16px;margin:2px 0 8px;padding:0;list-style:none}
.legend li{min-width:0;overflow-wrap:anywhere}
.swatch{display:inline-block;width:12px;height:12px;margin-right:6px;border-radius:2px;background:currentColor;vertical-align:-1px}
.swatch.evicted{background:none;border-right:3px solid var(--bad);border-radius:0}
.swatch.merged{background:var(--merged)}
.swatch.down{background:var(--down)}
text{font-size:11px;fill:var(--text)}
.tick{fill:var(--quiet)}
.name{font-size:12px;font-weight:600}
.strong{fill:var(--text);font-weight:600}
.middle{text-anchor:middle}
.end{text-anchor:end}
.grid{stroke:var(--line);fill:none}
.curve{fill:none;stroke:var(--accent);stroke-width:1.5}
.area{fill:var(--area)}
.bar,.dot{fill:var(--accent)}
.hollow{fill:var(--page);stroke:var(--accent);stroke-width:1.5}
.range{stroke:var(--accent);stroke-opacity:.45;stroke-width:2}
.mark{stroke:var(--text);stroke-dasharray:3 3}
.bound{stroke:var(--text);stroke-dasharray:16 4}
.ring{fill:none;stroke:var(--text);stroke-width:1.5}
.free{fill:var(--free)}
.down{fill:var(--down)}
.merged{fill:var(--merged);color:var(--merged)}
.evicted{stroke:var(--bad);stroke-width:2;fill:none;vector-effect:non-scaling-stroke}
.line{stroke-width:2}
.d1{stroke-dasharray:7 3}.d2{stroke-dasharray:2 3}.d3{stroke-dasharray:9 3 2 3}
.zoom{margin:0 0 4px;display:flex;gap:8px;align-items:center;color:var(--quiet)}
.zoom button{font:inherit;padding:1px 9px;border:1px solid var(--line);border-radius:4px;background:var(--raised);color:var(--text);cursor:pointer}
.tip{position:fixed;z-index:1;max-width:360px;padding:6px 9px;border:1px solid var(--line);border-radius:4px;background:var(--page);color:var(--text);box-shadow:0 2px 8px #0003;pointer-events:none;white-space:pre-line;font-size:12px}
.picked{fill:#1f5f9933}
${colors.join('\n')}
.line.hole{fill:var(--page)}
.bars{fill:none;stroke:currentColor}
@media print{:root{color-scheme:light;print-color-adjust:exact;-webkit-print-color-adjust:exact}body{max-width:none;padding:0;font-size:11px}section{margin-top:20px}h2,h3,p.quiet,.legend{break-after:avoid}.scroll{overflow:visible;break-inside:avoid}.scroll>svg{min-width:0}details,.zoom,.tip{display:none}@page{margin:14mm}}
`;
