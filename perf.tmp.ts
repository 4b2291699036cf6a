import { serve } from '@hono/node-server';
import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
import { createApp } from './src/http/app.ts';
import { memoryWorld } from './test/http/memory-world.ts';
const world = memoryWorld();
const byId = new Map();
const create = world.keys.create; 
(world.keys as any).create = (k: any) => { const m = create(k); byId.set(m.id, m); return m; };
(world.keys as any).byId = (id: string) => byId.get(id);
const app = createApp(world, { logger: { error: console.log }, loopback: true });
const owner = world.keys.create({ name:'o', description:'', role:'Owner', userName:'admin', workspaceName:'', workspaceCreation:null, validity:'2099-01-01'});
const editor = world.keys.create({ name:'o', description:'', role:'Editor', userName:'admin', workspaceName:'red', workspaceCreation:world.read.workspace('red')!.creation, validity:'2099-01-01'});
const auth = async (apiKey: string) => (await (await app.request('/api/v1/auth', { method:'POST', body: JSON.stringify({apiKey}) })).json() as any).data.token;
const t = await auth(owner.apiKey);
const te = await auth(editor.apiKey);
const g = {gprName:'low priority_1', sliceName:'red', clusterName:'worker-1', numberOfGPUs:8, instanceType:'a2-highgpu-8g', exitDuration:'0d0h5m', numberOfGPUNodes:1, priority:'101', gpuShape:'nvidia-a100-sxm4-40gb'};
const id = (await (await app.request('/api/v1/gpr', { method:'POST', body: JSON.stringify(g), headers: {authorization:`Bearer ${t}`} })).json() as any).data.gprId;
await world.advance({byMs: 0});
const payload = await (await app.request(`/api/v1/gpr/gpr?gprId=${id}`, {headers: {authorization:`Bearer ${t}`}})).text();
const client = `
const net=require('net');const [,port,path,token,n,method,body]=process.argv;let left=+n,done=0;
const b=body||'';
const req='${'${method} ${path}'} HTTP/1.1\\r\\nHost: 127.0.0.1:'+port+'\\r\\nAccept-Encoding: identity\\r\\nAuthorization: Bearer '+token+'\\r\\n'+(b?'Content-Type: application/json\\r\\nContent-Length: '+b.length+'\\r\\n':'')+'\\r\\n'+b;
const line=req.replace('${'${method} ${path}'}', method+' '+path);
for(let k=0;k<16;k++){const s=net.connect(port,'127.0.0.1');let buf='';s.on('connect',()=>{s.write(line)});s.on('data',d=>{buf+=d;for(;;){const h=buf.indexOf('\\r\\n\\r\\n');if(h<0)return;const m=/content-length: (\\d+)/i.exec(buf.slice(0,h));const len=h+4+ +m[1];if(buf.length<len)return;buf=buf.slice(len);done++;if(--left>0)s.write(line);if(done>= +n)process.exit(0)}})}
`;
async function run(name: string, port: number, path: string, token: string, n: number, method='GET', body='') {
  for (let r=0;r<3;r++){
  const cpu = process.cpuUsage(); const t0 = performance.now();
  await new Promise(res => spawn(process.execPath, ['-e', client, String(port), path, token, String(n), method, body], {stdio:'inherit'}).on('exit', res));
  const c = process.cpuUsage(cpu);
  console.log(name, ((c.user+c.system)/n).toFixed(1), 'us cpu/request', (n/(performance.now()-t0)*1000).toFixed(0), '/s');
  }
}
const s = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }); await new Promise(r => s.once('listening', r));
const port = (s.address() as any).port;
const bare = createServer((req, res) => { const u=new URLSearchParams(req.url!.slice(req.url!.indexOf('?')+1)); if (req.headers.authorization !== `Bearer ${t}` || !u.get('gprId')) {res.statusCode=401;} const body = JSON.stringify(JSON.parse(payload)); res.writeHead(200, {'Content-Type':'application/json','Content-Length':Buffer.byteLength(body),'X-Sim-Time':'2026-01-05T08:00:00.000Z'}); res.end(body); }).listen(0,'127.0.0.1');
await new Promise(r => bare.once('listening', r));
const N = 40000;
await run('bare', (bare.address() as any).port, `/api/v1/gpr/gpr?gprId=${id}`, t, N);
await run('getGpr', port, `/api/v1/gpr/gpr?gprId=${id}`, t, N);
await run('getGpr editor', port, `/api/v1/gpr/gpr?gprId=${id}`, te, N);
await run('health', port, `/healthz`, t, N);
await run('clock', port, `/sim/clock`, t, N);
await run('auth', port, `/api/v1/auth`, t, N, 'POST', JSON.stringify({apiKey: owner.apiKey}));
process.exit();
