{%- extends 'base.tpl' -%}

{%- block head -%}
<script>
var assignment_id = {{ assignment_id | tojson }};
</script>

<script src="{{ base_url }}/formgrader/nbjudge/zip_collect.js"></script>
{%- endblock -%}

{%- block title -%}
Collect a Zip File
{%- endblock -%}

{%- block sidebar -%}
<li role="presentation" class="active"><a href="{{ base_url }}/formgrader/manage_assignments">Manage Assignments</a></li>
<li role="presentation"><a href="{{ base_url }}/formgrader/gradebook">Manual Grading</a></li>
<li role="presentation"><a href="{{ base_url }}/formgrader/manage_students">Manage Students</a></li>
{%- endblock -%}

{%- block body -%}
<ol class="breadcrumb nbjudge-breadcrumb">
  <li><a href="{{ base_url }}/formgrader/manage_assignments">Assignments</a></li>
  <li><a href="{{ base_url }}/formgrader/manage_submissions/{{ assignment_id | urlencode }}">{{ assignment_id }}</a></li>
  <li class="active">Collect a zip file</li>
</ol>
<p>
  <label for="nbjudge-zip">The file with all submissions, as your learning management system gave it to you:</label>
  <input type="file" id="nbjudge-zip" accept=".zip,.tar,.gz,.tgz" />
</p>
<p>You see what it holds before anything is collected.</p>
<p id="nbjudge-zip-state" role="status"></p>
<p id="nbjudge-zip-error" class="text-danger" role="alert"></p>
<div id="nbjudge-zip-found" hidden>
  <div class="nbjudge-run">
    <label for="nbjudge-zip-system">Named as in</label>
    <select id="nbjudge-zip-system" class="form-control"></select>
    <span id="nbjudge-zip-fit"></span>
  </div>
  <p id="nbjudge-zip-replaced"></p>
  <div class="nbjudge-run">
    <button type="button" class="btn btn-primary" id="nbjudge-zip-collect">Collect</button>
  </div>
  <h2>Submissions</h2>
  <table class="table table-hover">
    <thead>
      <tr><th>Student ID</th><th>Name</th><th>Notebooks</th><th>Uploads</th><th>Remarks</th></tr>
    </thead>
    <tbody id="nbjudge-zip-students"></tbody>
  </table>
  <div id="nbjudge-zip-left-out" hidden>
    <h2>Left out</h2>
    <table class="table table-hover">
      <thead><tr><th>File</th><th>Reason</th></tr></thead>
      <tbody id="nbjudge-zip-files"></tbody>
    </table>
  </div>
</div>
{%- endblock -%}
